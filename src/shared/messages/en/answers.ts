/** What a person should know of an answer. */
export const ANSWERS = {
  'answer-without-result': '{tool} gave no result. What the answer says about it may be made up.',
  'answer-of-shortened':
    'The model read only part of the output of {tool}. What the answer says about the rest may be made up.',
  'answer-unfounded': 'Not found in the results: {values}',
  'answer-in-less-context':
    'This computer has too little free memory for the usual context: the model got {tokens} tokens.',
  'call-needs-result': '{tool} will follow once a result gives its values.',
  'change-not-asked-for': 'Skillet did not propose {tool}: your message does not ask for that change.',
  'arguments-swapped': 'Swapped {first} and {second}, as the message means them.',
  'argument-added': 'Added {param} "{value}" from the message.',
  'argument-moved': 'Moved {from} from {param} to {into}, where it belongs.',
  'argument-switched-on': 'Turned on {param}, because the message says "{from}".',
  'argument-unsaid': 'Left out {param}: nobody mentioned "{from}".',
  'argument-respelt': '{param} is "{to}" as in the message, not "{from}".',
} as const
