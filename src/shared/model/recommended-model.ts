/** A model that knows tools and fits most computers. */
export const RECOMMENDED = { name: 'qwen3:4b', bytes: 2_600_000_000 }
