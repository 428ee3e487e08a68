/** Where the words of a diff differ within its lines: by the index of a line, from and to in it, sign included. */
export type ChangedWords = Record<number, [from: number, to: number][]>
