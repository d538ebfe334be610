import {withoutText} from '../../domain/without-members.ts';
import type {CreateOutcome} from '../../operations/create.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {failureMessages, messages, type Message} from '../shared/message.ts';
import type {FormState} from './form.ts';
import {formIntro, type FormOrigin} from './origin.ts';
import {failureOf} from './use-submission.ts';

/** The height in lines below which the introduction is short. */
const shortIntroRows = 12;

/** The lines above the fields: the introduction, and why the last attempt to send failed. */
export function introLines(
	{serviceIssues, generalIssues, refused, leftOut}: FormState,
	origin: FormOrigin,
	outcome: CreateOutcome | undefined,
	{columns, rows}: {readonly columns: number; readonly rows: number},
): Message[] {
	const intro = formIntro(origin, rows < shortIntroRows);
	const failed = failureOf(outcome);
	const hasIssues = (failed?.issues ?? []).length > 0;
	const hasFixes = leftOut.length > 0 || (hasIssues && serviceIssues.length + generalIssues.length === 0);
	const failure = hasFixes ? undefined : failed;
	const detail = outcome?.kind === 'failed' && failed === undefined ? outcome.operation.detail : undefined;
	return [
		...(intro === undefined ? [] : messages('warning', intro, columns)),
		...(failure === undefined ? [] : failureMessages(failure, columns, false)),
		...generalIssues.flatMap(text => messages('bad', `✗ ${sanitise(text)}`, columns)),
		...(refused.length === 0
			? []
			: messages('warning', `${keyOf('form', 'accept-issue')}: send it ${sanitise(withoutText(refused))}`, columns)),
		...(leftOut.length === 0 ? [] : messages('plain', `It will be sent ${sanitise(withoutText(leftOut))}.`, columns)),
		...(detail === undefined
			? []
			: messages('bad', `✗ ${sanitise(detail)} Nothing is resent until you confirm.`, columns)),
	];
}
