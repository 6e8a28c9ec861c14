/** Classes of failure with what a person can do next (design §5). */
export const errorCodes = {
  E_POLICY_DENIED: 'Allow it in `permissions` of firmloop.yaml, or ask for it another way.',
  E_IO: 'Check that the file is there and may be read and written, then run the task again.',
  E_TOOL_TIMEOUT: 'Give the command a longer `timeout`, or make it do less.',
  E_INVALID_ARGS: 'The plan called a tool with arguments it does not take: refine the request, or use another agent.',
  E_CONFLICT: 'The files are not as the plan expected them: look at the diff and run the task again.',
  E_BUILD_FAIL: 'Read the output of the command that failed under Logs of the run, then say how it is to be mended.',
  E_MODEL: 'The agent gave no usable answer: check its endpoint and its log, or use another agent.',
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof errorCodes;

/** The code of an activity's failure: its own where that is one of ours. */
export function errorCodeOf(code: string): ErrorCode {
  if (Object.hasOwn(errorCodes, code)) return code as ErrorCode;
  return byEngineCode[code] ?? 'E_IO';
}

const byEngineCode: Readonly<Record<string, ErrorCode>> = {
  TIMEOUT: 'E_TOOL_TIMEOUT',
  MODEL_FAILURE: 'E_MODEL',
  CONFIG_INVALID: 'E_INVALID_ARGS',
};
