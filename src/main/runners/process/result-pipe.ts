/** The descriptor through which a program gives its result, apart from what it prints. */
export const RESULT_PIPE = 4

/** Of a larger one, only beginning and end are kept. */
export const LARGEST_RESULT = 8 * 1024 * 1024
