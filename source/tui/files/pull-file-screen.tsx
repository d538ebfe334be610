import {useEffect, useEffectEvent, useState} from 'react';
import type {Failure} from '../../api/failure.ts';
import type {BlockedByChange} from '../../files/blocking-change.ts';
import {mistakeText} from '../../files/notification-file.ts';
import {pulledText} from '../../files/pull-file.ts';
import {cannotPullText, changedMeanwhileText, comparePull, differingListingsText, listLater, unchangedText, writePull, type PulledFile} from '../../session/pull-into-file.ts';
import {shortPath} from '../../session/short-path.ts';
import {LedgerError} from '../../storage/ledger-error.ts';
import {numberText} from '../../system/number-text.ts';
import {readingProblem} from '../../system/reading-problem.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {wrap} from '../../terminal/width.ts';
import {useKeys} from '../keys/use-keys.ts';
import {baseName} from '../shared/base-name.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import {messages} from '../shared/message.ts';
import {useNavigation} from '../shared/navigation.ts';
import {layOutMany} from '../shared/question-layout.ts';
import {QuestionBody} from '../shared/question-body.tsx';
import {useSession, type SessionValue} from '../shared/session-context.ts';
import {TextLines} from '../shared/text-lines.tsx';
import {useOperation} from '../shared/use-operation.ts';
import {useQuestionScroll} from '../shared/use-question-scroll.ts';
import {pendingText} from './file-plan-texts.ts';
import {listForFiles, type ListFilesOptions} from './list-for-files.ts';
import {ReadingView} from './reading-view.tsx';

export type PullFileScreenProps = {
	/** The absolute path of the file. */
	readonly path: string;
};

/** A file and what a pull would write into it, or why nothing is written. Texts are not yet safe to show. */
type Compared =
	| {readonly kind: 'changed'; readonly source: PulledFile; readonly pulling: Extract<Awaited<ReturnType<typeof comparePull>>, {readonly kind: 'changed'}>}
	| {readonly kind: 'unchanged'; readonly text: string}
	| {readonly kind: 'failed'; readonly text: string; readonly failure?: Failure | undefined};

/** Shows what a pull would write into a file, and writes it when the operator agrees. Nothing is sent. */
export function PullFileScreen({path}: PullFileScreenProps) {
	const session = useSession();
	const {pop} = useNavigation();
	const operation = useOperation();
	const [count, setCount] = useState(0);
	const [compared, setCompared] = useState<Extract<Compared, {readonly kind: 'changed'}>>();
	const begin = useEffectEvent(() => {
		operation.start(async signal => compareFile(session, path, {signal, onProgress: setCount}), result => {
			if (result.kind === 'changed') {
				setCompared(result);
			} else {
				pop({tone: result.kind === 'failed' ? 'bad' : 'plain', text: `${result.kind === 'failed' ? '✗ ' : ''}${sanitise(result.text)}`, refusal: result.kind === 'failed' && result.failure?.kind === 'unauthorized' ? result.failure : undefined});
			}
		});
	});
	useEffect(() => {
		begin();
	}, []);

	const back = () => {
		pop();
	};

	if (compared === undefined) {
		return <ReadingView title={`pull into ${baseName(path)}`} count={count} onStop={back}/>;
	}

	const write = () => {
		operation.start(async () => writeFile(session, compared), problem => {
			pop(problem === undefined
				? {tone: 'good', text: `✓ ${sanitise(pulledText(shortPath(path), compared.pulling.pulled))}.`}
				: {tone: 'bad', text: `✗ ${sanitise(problem)}`});
		});
	};

	return <QuestionView path={path} {...compared.pulling} onConfirm={write} onBack={back}/>;
}

type QuestionViewProps = PullFileScreenProps & {
	/** The pending changes because of which entries stay as they are. */
	readonly pending: readonly BlockedByChange[];
	/** The changes of the file, safe to show. */
	readonly lines: readonly string[];
	readonly count: number;
	readonly onConfirm: () => void;
	readonly onBack: () => void;
};

function QuestionView({path, pending, lines, count, onConfirm, onBack}: QuestionViewProps) {
	const {columns, rows} = useBodySize();
	const shown = lines.flatMap(line => wrap(line, columns - 2).map(text => ({label: '', text})));
	const layout = layOutMany({
		asked: messages('plain', `Write ${count === 1 ? '1 change' : `${numberText(count)} changes`} to ${sanitiseCell(shortPath(path))}?`, columns),
		summary: [],
		consequences: pending.flatMap(change => messages('warning', `! ${pendingText(change)}`, columns)),
		count: shown.length,
	}, rows);
	const {top, moves, question} = useQuestionScroll(layout);
	const keys = useKeys('pull-file', {
		question,
		actions: {...moves, confirm: onConfirm, back: onBack},
	});
	return (
		<Frame keys={keys} header={<Header title={`pull into ${baseName(path)}`} status={scrollStatus(top, layout.height, layout.count)}/>}>
			<QuestionBody layout={layout} top={top}>
				{(first, height) => <TextLines lines={shown} top={first} height={height}/>}
			</QuestionBody>
		</Frame>
	);
}

async function compareFile(session: SessionValue, path: string, options: ListFilesOptions): Promise<Compared> {
	const {services, profileKey, settlingTime} = session;
	const name = shortPath(path);
	const listed = await listForFiles(session, path, options);
	if (listed.step === 'failed') {
		return {kind: 'failed', text: `Nothing was written. ${listed.problem}`, failure: listed.failure};
	}

	const [files, {ledger}] = await Promise.all([services.files(), services.openLedger()]);
	try {
		if (listed.step === 'listed') {
			const source = {path, text: await files.readText(path), file: listed.files[0]!, env: files.env};
			const pulling = await comparePull({ledger, profileKey, settlingTime, clock: services.clock}, source, listed, async () => listLater(session, services, options.signal));
			switch (pulling.kind) {
				case 'changed': {
					return {kind: 'changed', source, pulling};
				}

				case 'failed': {
					const {failure} = pulling;
					return {kind: 'failed', text: `Nothing was written. ${failure.summary} ${failure.nextStep}`.trim(), failure};
				}

				case 'differs': {
					return {kind: 'failed', text: differingListingsText};
				}

				case 'behind': {
					return {kind: 'failed', text: `Nothing was written: ${pulling.behind.why} ${pulling.behind.advice}`};
				}

				case 'unchanged': {
					return {kind: 'unchanged', text: [...pulling.pending.map(change => pendingText(change)), unchangedText(name)].join(' ')};
				}

				case 'impossible': {
					return {kind: 'failed', text: cannotPullText(name)};
				}

				case 'mistakes': {
					return {kind: 'failed', text: `Nothing was written. ${mistakeText(pulling.mistakes[0]!)}`};
				}
			}
		}

		return {kind: 'failed', text: `Nothing was written. ${mistakeText(listed.mistakes[0]!)}`};
	} catch (error) {
		return {kind: 'failed', text: problemOf(error, name)};
	}
}

/** Writes the file. Returns why it was not written. */
async function writeFile({services, profileKey}: SessionValue, {source, pulling}: Extract<Compared, {readonly kind: 'changed'}>): Promise<string | undefined> {
	const name = shortPath(source.path);
	const [files, {ledger}] = await Promise.all([services.files(), services.openLedger()]);
	try {
		return await writePull({ledger, profileKey}, source, pulling, files.readText) ? undefined : changedMeanwhileText(name);
	} catch (error) {
		return problemOf(error, name);
	}
}

function problemOf(error: unknown, name: string): string {
	if (error instanceof LedgerError) {
		return error.message;
	}

	// Anything else than an error of the file system is a bug.
	if (!(error instanceof Error && 'code' in error)) {
		throw error;
	}

	return `Nothing was written to ${name}: ${readingProblem(error)}.`;
}
