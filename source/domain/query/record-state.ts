/** The states of a notification that a search can ask for, such as `is:new`, with the sentence that says what to use in a command instead. */
const states = {
	new: 'chainbell watch prints what appears.',
	gone: 'chainbell watch prints what vanishes.',
	pending: 'chainbell recover prints the pending changes.',
	marked: 'Nothing is marked in a command: name the IDs.',
} as const;

/** A state of a notification in the list: it appeared or vanished since the changes were last acknowledged, has a pending change, or is marked. */
export type RecordState = keyof typeof states;

/** The names of the states, in the order to show them. */
export const recordStates = Object.keys(states) as readonly RecordState[];

/** The IDs of the notifications in each state. */
export type StateIds = Readonly<Record<RecordState, ReadonlySet<string>>>;

const noIds: ReadonlySet<string> = new Set();

/** The default where nothing has a state. */
export const noStateIds: StateIds = {new: noIds, gone: noIds, pending: noIds, marked: noIds};

/** Whether the IDs of every state are identical objects. */
export const areSameStateIds = (one: StateIds, other: StateIds): boolean =>
	recordStates.every(state => one[state] === other[state]);

/** The state with a name, given in lower case. */
export const findState = (name: string): RecordState | undefined => recordStates.find(state => state === name);

/** Whether a name is a state, or the beginning of one that is still being typed. */
export const beginsState = (name: string): boolean => recordStates.some(state => state.startsWith(name));

/** The sentence that refuses a name that is no state. */
export const unknownState = (name: string): string =>
	`Unknown state "is:${name}". Use ${recordStates
		.map(state => `is:${state}`)
		.join(', ')
		.replace(/, (?=[^,]*$)/v, ' or ')}.`;

/** The sentence that refuses a state in a command, which has no screen to take it from. */
export const stateRefusal = (state: RecordState): string =>
	`"is:${state}" can be searched only in the list on the screens. ${states[state]}`;
