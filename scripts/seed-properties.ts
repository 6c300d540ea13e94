import fc from 'fast-check'

/**
 * A property that names no seed of its own draws the same cases at every run, so that a change is red for what it did and
 * a red run is red again. The long run draws others each time; what fails there prints its seed.
 */
if (!process.env.BALLAST_LONG) fc.configureGlobal({ seed: 20_261_121 })
