/** A model that knows tools and fits most computers. */
export const RECOMMENDED = { name: 'qwen3:4b', size: '2.6 GB' }
