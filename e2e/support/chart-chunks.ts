/** Scripts of charts, which do not count to the first load: frames, hints and legends come with it, drawings after it. */
export const CHART_CHUNKS = /chart|series-path/i
