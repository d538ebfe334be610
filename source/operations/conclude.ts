import type {OperationContext} from './operation-context.ts';

/** The wait of a pending request: milliseconds until listings decide, and the reason why none has decided yet. `isCreation`: it is a POST. */
type Waiting = {
	readonly wait: number;
	readonly isMissing?: true | undefined;
	readonly problem?: string | undefined;
	readonly isCreation?: boolean;
};

/** Returns the sentence that says until when a request can still take effect, and why no listing can decide before that. */
export function waitingText(
	{now}: Pick<OperationContext, 'now'>,
	{wait, isMissing, problem, isCreation = false}: Waiting,
): string {
	if (isMissing) {
		return 'A complete listing does not show it; a second one decides.';
	}

	const until =
		wait > 0
			? `chainbell ${isCreation ? 'looks for it' : 'checks every listing'} until ${timeText(now() + wait)}.`
			: 'The next complete listing decides.';
	return problem === undefined ? until : `${problem} ${until}`;
}

/** The local time of day, as `HH:MM:SS`. */
const timeText = (at: number): string => new Date(at).toTimeString().slice(0, 8);
