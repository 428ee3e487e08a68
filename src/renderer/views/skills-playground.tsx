import type { Skill } from '#shared/skill'

export function Playground({ skill }: { skill: Skill }) {
  return <p>{skill.name}</p>
}
