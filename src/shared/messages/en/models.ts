/** Problems with Ollama and its models. */
export const MODELS = {
  'answer-incomplete': 'Ollama stopped before the answer was complete. Ask again.',
  'connection-lost': 'The connection to Ollama was lost during the answer.',
  'ollama-silent': 'Ollama sent nothing for {seconds} s. Check that it is still running, then try again.',
  'ollama-sent-too-much': 'Ollama sent {what}, so the answer was ended.',
  'more-than-mib': 'more than {most} MiB',
  'line-over-1-mib': 'a line of more than 1 MiB',
  'not-ollama-there': 'The program that answers there is not Ollama. Correct the address in Settings.',
  'not-ollama': 'The program that answers at this address is not Ollama. Correct the address in Settings.',
  'ollama-line-unreadable': 'Ollama sent an unreadable line during the answer.',
  'host-redirects': 'The address redirects requests, and Skillet does not follow. Correct the address in Settings.',
  'host-answers-otherwise':
    'The address answers with {what}: another program or a proxy, not Ollama. Correct the address in Settings.',
  'a-web-page': 'a web page',
  'not-json': 'something that is not JSON',
  'not-http': 'something that is not HTTP',
  'ollama-reply-too-large': 'Ollama sent far more than this request needs.',
  'closed-before-answer':
    'The connection closed before any answer. Check that Ollama is still running, then try again.',
  'address-invalid': '{text} is not an address. Write it like {example}.',
  'address-not-http': '{text}: Ollama uses http or https. Write the address like {example}.',
  'ollama-too-old': 'Ollama {version} is too old: Skillet needs {needed} or newer. Update Ollama.',
  'context-exceeded':
    'This chat is longer than the context of {model}. Shorten it, start a new chat, or allow more context.',
  'model-cannot-think': '{model} does not support thinking. Turn it off, or choose another model.',
  'model-cannot-call-tools': '{model} does not support tools. Choose a model that does, such as qwen3.',
  'model-cannot-chat': '{model} cannot chat: it is made for something else, such as embeddings. Choose another model.',
  'not-enough-memory':
    'There is not enough memory for {model}. Close programs, allow less context, or choose a smaller model.',
  'model-call-unreadable': '{model} wrote a tool call that Ollama could not read. Ask again.',
  'model-crashed':
    'Ollama lost {model} during the answer, usually because memory ran out. Ask again, or allow less context.',
  'the-model': 'the model',
  'model-not-installed': 'Ollama has no model {model}. Download it with: ollama pull {again}',
  'ollama-says': 'Ollama says: {said}',
  'ollama-too-old-for-model': 'This Ollama is too old for {model}. Update Ollama.',
  'model-not-in-library': 'The library has no model {model}. Search for it at https://ollama.com/library',
  'disk-full-for-model':
    'The disk is full, so {model} is incomplete. Free some space, then download it again: it resumes where it stopped.',
  'library-unreachable': 'Ollama cannot reach the library to download {model}. Check the network, then try again.',
  'too-many-calls-asked':
    'The model asked for more than {most} calls in one answer, so none of them was run. Ask again.',
  'plain-http-elsewhere':
    '{host} is another computer and uses unencrypted http: anyone on the network can read your prompts. Allow it in Settings, or use https.',
  'ollama-at-other-address': 'Nothing answers at {host}, but Ollama answers at {other}. Use that address.',
  'ollama-not-running': 'Ollama is installed but not running: nothing answers at {host}. Start it.',
  'ollama-not-installed':
    'Ollama is not installed, and nothing answers at {host}. Download it from https://ollama.com/download',
  'ollama-unreachable':
    'Ollama does not answer at {host}. Start it (ollama serve), or correct the address in Settings.',
  'ollama-unreachable-because':
    'Ollama does not answer at {host} ({why}). Start it (ollama serve), or correct the address in Settings.',
  'no-model-yet': 'Ollama has no model yet. Download one: ollama pull qwen3:4b',
  'no-chat-model': 'Ollama has only models that cannot chat ({models}). Download one that can: ollama pull qwen3:4b',
  stopped: 'Stopped.',
} as const
