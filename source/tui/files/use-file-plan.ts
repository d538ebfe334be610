import {useState} from 'react';
import type {Failure} from '../../api/failure.ts';
import type {Listing} from '../../api/listing/list-notifications.ts';
import {checkEntries} from '../../files/check-entries.ts';
import type {Mistake, NotificationFile} from '../../files/notification-file.ts';
import {accountState} from '../../session/account-state.ts';
import {rememberPlan} from '../../session/remember-plan.ts';
import {LedgerError} from '../../storage/ledger-error.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useKeyOffer} from '../api-key/use-key-offer.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession, type SessionValue} from '../shared/session-context.ts';
import {useOperation} from '../shared/use-operation.ts';
import {noChoices, planWhole, type PlanSource} from './file-plan.ts';
import {listForFiles, type ListFilesOptions} from './list-for-files.ts';

/** The state of a plan: asking for the path, reading and listing, showing mistakes, or made. */
export type FilePlanStep =
	| {readonly step: 'path'}
	| {readonly step: 'reading'; readonly path: string}
	| {readonly step: 'mistakes'; readonly path: string; readonly mistakes: readonly Mistake[]}
	| {readonly step: 'planned'; readonly source: PlanSource};

type Loaded =
	| Exclude<FilePlanStep, {readonly step: 'path' | 'reading'}>
	| {readonly step: 'failed'; readonly problem: string; readonly failure?: Failure};

export type FilePlanHandle = {
	readonly state: FilePlanStep;
	/** The number of notifications listed so far. */
	readonly count: number;
	/** Reads the files at a path, lists the account, and plans. */
	readonly load: (path: string) => void;
	/** Stops reading and listing. */
	readonly stop: () => void;
	/** Asks for the path again. */
	readonly askAgain: () => void;
};

/** Reads files and makes their plan from a new complete listing. Nothing is sent. */
export function useFilePlan(): FilePlanHandle {
	const session = useSession();
	const {announce} = useNavigation();
	const operation = useOperation();
	const [state, setState] = useState<FilePlanStep>({step: 'path'});
	const [count, setCount] = useState(0);
	const [failure, setFailure] = useState<Failure | undefined>(undefined);
	useKeyOffer(failure);

	return {
		state,
		count,
		load(path) {
			setState({step: 'reading', path});
			setCount(0);
			setFailure(undefined);
			announce(undefined);
			operation.start(
				async signal => loadPlan(session, path, {signal, onProgress: setCount}),
				loaded => {
					if (loaded.step === 'failed') {
						setState({step: 'path'});
						setFailure(loaded.failure);
						announce({tone: 'bad', text: `✗ ${sanitise(loaded.problem)}`});
					} else {
						setState(loaded);
					}
				},
			);
		},
		stop: operation.cancel,
		askAgain() {
			setState({step: 'path'});
		},
	};
}

async function loadPlan(session: SessionValue, path: string, options: ListFilesOptions): Promise<Loaded> {
	const listed = await listForFiles(session, path, options);
	return listed.step === 'listed' ? planSource(session, {path, files: listed.files}, listed.listing) : listed;
}

async function planSource(
	{services, profileKey, rules}: SessionValue,
	read: {readonly path: string; readonly files: readonly NotificationFile[]},
	listing: Listing,
): Promise<Loaded> {
	const mistakes = read.files.flatMap(({entries}) => checkEntries(entries).mistakes);
	if (mistakes.length > 0) {
		return {step: 'mistakes', path: read.path, mistakes};
	}

	const [{ledger}, current] = await Promise.all([services.openLedger(), rules.load()]);
	try {
		const source = {...read, account: accountState(ledger, profileKey, listing, current)};
		const planning = planWhole(source, noChoices);
		if (!planning.ok) {
			return {step: 'mistakes', path: read.path, mistakes: planning.mistakes};
		}

		await rememberPlan(ledger, {profileKey, files: read.files, plan: planning.plan});
		return {step: 'planned', source};
	} catch (error) {
		if (error instanceof LedgerError) {
			return {step: 'failed', problem: error.message};
		}

		throw error;
	}
}
