export const MAX_JSON_BYTES = 1024 * 1024
export const MAX_JSON_DEPTH = 64
