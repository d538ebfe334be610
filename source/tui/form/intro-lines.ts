import {withoutText} from '../../domain/without-members.ts';
import type {CreateOutcome} from '../../operations/create.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {bad, failureSaid, warning, type Said} from '../ui/line.ts';
import type {FormState} from './form.ts';
import {formIntro, type FormOrigin} from './origin.ts';
import {failureOf} from './use-submission.ts';

/** The height in lines below which the introduction is short. */
const shortIntroRows = 12;

/** The lines above the fields: the introduction, and why the last attempt to send failed. */
export function introSaid(
	{serviceIssues, generalIssues, refused, leftOut}: FormState,
	origin: FormOrigin,
	outcome: CreateOutcome | undefined,
	rows: number,
): Said[] {
	const intro = formIntro(origin, rows < shortIntroRows);
	const failed = failureOf(outcome);
	const hasIssues = (failed?.issues ?? []).length > 0;
	const hasFixes = leftOut.length > 0 || (hasIssues && serviceIssues.length + generalIssues.length === 0);
	const failure = hasFixes ? undefined : failed;
	const detail = outcome?.kind === 'failed' && failed === undefined ? outcome.operation.detail : undefined;
	return [
		intro !== undefined && warning(intro),
		failure !== undefined && failureSaid(failure, false),
		generalIssues.map(text => bad(`✗ ${sanitise(text)}`)),
		refused.length !== 0 && warning(`${keyOf('form', 'accept-issue')}: send it ${sanitise(withoutText(refused))}`),
		leftOut.length !== 0 && `It will be sent ${sanitise(withoutText(leftOut))}.`,
		detail !== undefined && bad(`✗ ${sanitise(detail)} Nothing is resent until you confirm.`),
	];
}
