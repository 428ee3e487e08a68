import type { JsonObject } from '#shared/json'
import type { Tool } from '#shared/skill/tool'

/** What a request has to lead to: a tool and what its arguments say, or no tool at all. */
export interface TrialRequest {
  text: string
  wants: { tool: string; args: Record<string, RegExp | number | boolean> } | null
}

const text = (description: string) => ({ type: 'string', description })

/** None of these exists, and nothing is ever run: it is looked at what would have been asked for. */
export const TRIAL_TOOLS: readonly Tool[] = [
  invent('weather_forecast', 'Tells the weather of a city for the next days.', ['city'], {
    city: text('Name of the city.'),
    days: { type: 'integer', minimum: 1, maximum: 14, description: 'How many days.' },
  }),
  invent('timer_set', 'Sets a timer that rings after some minutes.', ['minutes'], {
    minutes: { type: 'integer', minimum: 1, description: 'Minutes until it rings.' },
  }),
  invent('currency_convert', 'Converts an amount of money into another currency.', ['amount', 'from', 'to'], {
    amount: { type: 'number', description: 'How much.' },
    from: text('Currency of the amount, such as GBP.'),
    to: text('Currency that is wanted, such as JPY.'),
  }),
  invent('lights_switch', 'Switches the lights of a room on or off.', ['room', 'on'], {
    room: text('Which room.'),
    on: { type: 'boolean', description: 'true for on, false for off.' },
  }),
  invent('recipe_search', 'Finds recipes that use an ingredient.', ['ingredient'], {
    ingredient: text('What the recipe is made with.'),
  }),
  invent('calendar_add', 'Adds an event to the calendar.', ['title', 'date'], {
    title: text('What the event is.'),
    date: text('The day, such as 2031-12-24.'),
  }),
]

export const TRIAL_REQUESTS: readonly TrialRequest[] = [
  { text: 'What will the weather be like in Lisbon?', wants: { tool: 'weather_forecast', args: { city: /lisbo/i } } },
  { text: 'Set a timer for 12 minutes.', wants: { tool: 'timer_set', args: { minutes: 12 } } },
  {
    text: 'How much is 50 dollars in euros?',
    wants: { tool: 'currency_convert', args: { amount: 50, from: /usd|dollar|\$/i, to: /eur|€/i } },
  },
  {
    text: 'Turn off the lights in the kitchen.',
    wants: { tool: 'lights_switch', args: { room: /kitchen/i, on: false } },
  },
  { text: 'Find me a recipe with lentils.', wants: { tool: 'recipe_search', args: { ingredient: /lentil/i } } },
  { text: 'Hello! How are you today?', wants: null },
  {
    text: 'Put the dentist into my calendar for 2031-05-03.',
    wants: { tool: 'calendar_add', args: { title: /dentist/i, date: /2031|may/i } },
  },
  {
    text: 'Will it rain in Oslo during the next 3 days?',
    wants: { tool: 'weather_forecast', args: { city: /oslo/i, days: 3 } },
  },
  { text: 'Thank you, that was helpful.', wants: null },
  {
    text: 'Switch on the lights of the bedroom, please.',
    wants: { tool: 'lights_switch', args: { room: /bedroom/i, on: true } },
  },
  { text: 'What is 7 times 8?', wants: null },
  { text: 'Write one sentence about the sea.', wants: null },
]

function invent(name: string, description: string, required: string[], properties: JsonObject): Tool {
  return {
    ...{ id: `trial/${name}`, name, modelName: name, description, format: 'tools-json' },
    source: { skill: 'trial', file: '', sha256: '' },
    params: { type: 'object', properties, required, additionalProperties: false },
    runtime: { kind: 'command', allowlist: {}, executions: [] },
    limits: { timeoutMs: 0, maxOutputBytes: 0 },
    diagnostics: [],
  }
}
