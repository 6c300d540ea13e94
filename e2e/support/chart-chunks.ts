/** Scripts that draw; they are loaded after the figures and do not count to the first load. */
export const CHART_CHUNKS = /chart|series-path/i
