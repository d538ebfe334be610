import type {Profile} from '../../config/profile.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate} from '../../terminal/width.ts';
import type {theme} from '../theme.ts';

/** A longer name would push the rest of the header away. */
const nameLimit = 24;

/** What the header says where NODE_TLS_REJECT_UNAUTHORIZED=0 is set. */
export const certificateWarning = 'TLS unverified';

/** A text and its style; no two parts of one label have the same. */
export type LabelPart = {readonly role: keyof typeof theme; readonly text: string};

/** What the header says of the account: its warnings and its name. `hasCertificateWarning`: NODE_TLS_REJECT_UNAUTHORIZED=0. */
export function accountLabel({name, isSandbox, isReadOnly}: Pick<Profile, 'name' | 'isSandbox' | 'isReadOnly'>, hasCertificateWarning: boolean): LabelPart[] {
	const warnings = [hasCertificateWarning && !isSandbox ? `! ${certificateWarning} ` : '', isReadOnly ? 'read-only ' : ''].join('');
	return [
		...warnings === '' ? [] : [{role: 'warning', text: warnings} as const],
		isSandbox ? {role: 'sandbox', text: 'SANDBOX'} : {role: 'profile', text: truncate(sanitise(name), nameLimit)},
	];
}
