import {Text} from 'ink';
import {useEffect, useEffectEvent, useState} from 'react';
import type {KeyCommandWait} from '../../config/key-command.ts';
import {compareProfiles, type ComparedProfiles} from '../../session/compare-profiles.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {scrollStatus} from '../shared/list-window.ts';
import {capped, messages} from '../shared/message.ts';
import {Messages} from '../shared/messages.tsx';
import {useSession} from '../shared/session-context.ts';
import {useOperation} from '../shared/use-operation.ts';
import {useScroll} from '../shared/use-list-window.ts';
import {theme} from '../theme.ts';
import {comparedRowLine, comparisonLines, comparisonTitle, notComparedLines} from './compare-lines.ts';
import {keyWaitText} from './key-wait-text.ts';

export type CompareScreenProps = {
	/** Of two profiles of config.yaml. */
	readonly names: readonly [string, string];
};

const noCounts: readonly [number, number] = [0, 0];

/** Two accounts side by side: what is only in one, and what is in both. It changes nothing. */
export function CompareScreen({names}: CompareScreenProps) {
	const {services} = useSession();
	const {columns, rows} = useBodySize();
	const [result, setResult] = useState<ComparedProfiles | undefined>(undefined);
	const [counts, setCounts] = useState(noCounts);
	const [wait, setWait] = useState<KeyCommandWait | undefined>(undefined);
	const {isRunning, start, cancel} = useOperation();

	const compare = () => {
		start(async signal => {
			const profiles = await services.profiles();
			return compareProfiles(profiles, names, {signal, retry: services.retryStatus.retry, onWait: setWait, onProgress: setCounts});
		}, setResult);
	};

	const compareAgain = () => {
		if (isRunning) {
			return;
		}

		setResult(undefined);
		setCounts(noCounts);
		compare();
	};

	const compareAtStart = useEffectEvent(() => {
		compare();
	});
	useEffect(() => {
		// It sets state, which an effect itself must not do.
		queueMicrotask(() => {
			compareAtStart();
		});
	}, []);

	const top = capped(topLines(result, names, {counts, wait, columns}), Math.max(1, rows - 3));
	const compared = result?.kind === 'compared' ? result.comparison.rows : [];
	const height = Math.max(1, rows - top.length - (compared.length > 0 ? 1 : 0));
	const {top: first, moves} = useScroll(compared.length, height);
	const keys = useKeys('compare', {
		actions: {
			...moves,
			refresh: compareAgain,
			...isRunning && {back: cancel},
		},
	});

	return (
		<Frame keys={keys} header={<Header status={scrollStatus(first, height, compared.length)}/>}>
			<Messages messages={top}/>
			{compared.length > 0 && <Text {...theme.label}>{comparisonTitle(names, columns)}</Text>}
			{compared.slice(first, first + height).map((row, index) => (
				<Text key={index} {...(row.kind === 'both' ? theme.faint : {})} wrap='truncate-end'>{comparedRowLine(row, columns)}</Text>
			))}
		</Frame>
	);
}

type Progress = {readonly counts: readonly [number, number]; readonly wait: KeyCommandWait | undefined; readonly columns: number};

/** What is above the rows: how far the listings are, or what was found. */
function topLines(result: ComparedProfiles | undefined, names: readonly [string, string], {counts, wait, columns}: Progress) {
	if (result === undefined) {
		const cancelKey = keyOf('compare', 'back');
		const progress = names.map((name, index) => `${sanitise(name)}: ${counts[index]!.toLocaleString('en')}`).join(', ');
		return messages('plain', `Listing both … ${progress} notifications so far. ${wait === undefined ? `${cancelKey}: cancel` : keyWaitText(wait, cancelKey)}`, columns);
	}

	return result.kind === 'compared' ? comparisonLines(result, names, columns) : notComparedLines(result, columns);
}
