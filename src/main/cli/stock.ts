import { type Shelf, type SkillSource, stockShelf } from '#main/shelf'
import { lookAround, type Machine } from '#main/surroundings'

export interface Stock {
  shelf: Shelf
  machine: Machine
}

/** The skills of this call, and what this machine gives them. */
export async function stock({ cwd, skills }: { cwd: string; skills: SkillSource[] }): Promise<Stock> {
  const machine = await lookAround({ cwd, skillFolders: skills.map(({ path }) => path) })
  return { machine, shelf: await stockShelf(skills, machine.searchPath) }
}
