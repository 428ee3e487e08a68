/** What is wrong with a skill's folder and its page, and what stands in the way of trusting it. */
export const SKILLS_READ = {
  'The frontmatter has {count} characters; {most} are read at most.':
    'Der Kopf hat {count} Zeichen; gelesen werden höchstens {most}.',
  This: 'Das',
  'it is not a folder': 'es ist kein Ordner',
  '{skill:piece} is quarantined; review it and trust it before its scripts may run.':
    '{skill} ist in Quarantäne; prüfen Sie den Skill, und vertrauen Sie ihm, bevor seine Skripte laufen dürfen.',
  '{skill:piece} is changed; review it and trust it before its scripts may run.':
    '{skill} hat sich geändert; prüfen Sie den Skill, und vertrauen Sie ihm, bevor seine Skripte laufen dürfen.',
  '{skill:piece} is unavailable; review it and trust it before its scripts may run.':
    '{skill} ist hier nicht nutzbar; prüfen Sie den Skill, und vertrauen Sie ihm, bevor seine Skripte laufen dürfen.',
  'There is no skill {skill}.': 'Es gibt keinen Skill {skill}.',
  '{skill:piece} is not trusted: nothing of it is offered to the model.':
    'Dem Skill {skill} wird nicht vertraut: Dem Modell wird nichts davon angeboten.',
} as const
