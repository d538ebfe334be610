import type {Failure} from '../../api/failure.ts';
import type {Listing} from '../../api/listing/list-notifications.ts';
import type {Mistake, NotificationFile} from '../../files/notification-file.ts';
import {fileOfOtherProfile} from '../../files/plan-changes.ts';
import {listAfresh} from '../../session/list-afresh.ts';
import type {Moment} from '../../platform/clock.ts';
import type {SessionValue} from '../shared/session-context.ts';

/** The files at a path and a complete listing of the account to compare them with, or why there is none. A problem is in full sentences and not yet safe to show. */
export type ListedForFiles =
	| {
			readonly step: 'listed';
			readonly files: readonly NotificationFile[];
			readonly listing: Listing;
			/** The time when its first request was sent. */ readonly startedAt: Moment;
	  }
	| {readonly step: 'mistakes'; readonly path: string; readonly mistakes: readonly Mistake[]}
	| {readonly step: 'failed'; readonly problem: string; readonly failure?: Failure};

export type ListFilesOptions = {readonly signal: AbortSignal; readonly onProgress: (count: number) => void};

/** Reads the files at a path and lists their account. Nothing is sent. */
export async function listForFiles(
	session: SessionValue,
	path: string,
	{signal, onProgress}: ListFilesOptions,
): Promise<ListedForFiles> {
	const {services, profile} = session;
	const reader = await services.files();
	const read = await reader.read(path);
	if (read.kind === 'problem') {
		return {step: 'failed', problem: `${read.problem}.`};
	}

	if (read.kind === 'mistakes') {
		return {step: 'mistakes', path, mistakes: read.mistakes};
	}

	const {files} = read;
	const other = fileOfOtherProfile(files, profile.name);
	if (other !== undefined) {
		return {
			step: 'failed',
			problem: `${other.name} is for the profile ${other.profile!}, and this is ${profile.name}.`,
		};
	}

	const startedAt = services.clock.elapsed.now();
	const listed = await listAfresh(session, services, signal, onProgress);
	if (signal.aborted) {
		return {step: 'failed', problem: 'Stopped. Nothing was sent.'};
	}

	if (!listed.ok) {
		return {
			step: 'failed',
			problem: `${listed.failure.summary} ${listed.failure.nextStep}`.trim(),
			failure: listed.failure,
		};
	}

	return listed.value.complete
		? {step: 'listed', files, listing: listed.value, startedAt}
		: {step: 'failed', problem: `This needs a complete listing. ${listed.value.reason}`};
}
