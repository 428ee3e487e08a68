import { say, sayMessage } from '#shared/messages/say'
import { describeNeed, nameNeed, needId, type SkillAccess } from '#shared/skill/needs'
import { SkillSwitch } from './skill-switch.tsx'

/** What trusting the skill gives its commands. */
export function ReviewAccess({ access }: { access: readonly SkillAccess[] }) {
  return (
    <section aria-label={say('Access')}>
      <h3 className="label ruled">{say('Access')}</h3>
      <p className="soft">{say('If you trust it, its commands also get this, and nothing else of your home:')}</p>
      <ul className="programs">
        {access.map((each) => (
          <li className="row gap-4 apart ruled" key={needId(each.need)}>
            <span>{sayMessage(describeNeed(each))}</span>
            {!each.isGranted && <span className="quiet small">{say('Stays off: you turned it off.')}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What its commands can be given, each with a switch. */
export function SkillAccessList({
  access,
  isBusy,
  onSwitch,
}: {
  access: readonly SkillAccess[]
  isBusy: boolean
  onSwitch: (need: string, isOn: boolean) => void
}) {
  return (
    <section className="switches stack gap-4 box" aria-label={say('Access')}>
      <h3 className="label">{say('Access')}</h3>
      {access.map((each) => (
        <SkillSwitch
          key={needId(each.need)}
          label={sayMessage(nameNeed(each.need))}
          says={explain(each)}
          isOn={each.isGranted}
          isDisabled={isBusy}
          onSwitch={(isOn) => onSwitch(needId(each.need), isOn)}
        />
      ))}
    </section>
  )
}

function explain({ need, commands, isGranted, isDeclared }: SkillAccess): string {
  if (need.kind === 'home') {
    return isGranted
      ? say(
          'On: its commands see every file in your home except private places. Each call asks, unless you made a rule for it.',
        )
      : say('Off: its commands see the open folders only.')
  }
  if (isGranted && commands.length > 0) return say('On: only {commands} gets this.', { commands: commands.join(', ') })
  if (isGranted) return say('On: only commands of this skill get this.')
  return isDeclared ? say('Off: the skill asks for this.') : say('Off: the skill does not ask for this.')
}
