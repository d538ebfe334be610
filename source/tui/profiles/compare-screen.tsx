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
	/** The names of two profiles of config.yaml. */
	readonly names: readonly [string, string];
};

const noCounts: readonly [number, number] = [0, 0];

/** Compares two accounts: notifications that only one of them has, and those that both have. It changes nothing. */
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
		// Deferred, because starting it sets state, which an effect must not do directly.
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

/** The lines above the rows: the progress of the listings, or the result. */
function topLines(result: ComparedProfiles | undefined, names: readonly [string, string], {counts, wait, columns}: Progress) {
	if (result === undefined) {
		const cancelKey = keyOf('compare', 'back');
		const progress = names.map((name, index) => `${sanitise(name)}: ${counts[index]!.toLocaleString('en')}`).join(', ');
		return messages('plain', `Listing both … ${progress} notifications so far. ${wait === undefined ? `${cancelKey}: cancel` : keyWaitText(wait, cancelKey)}`, columns);
	}

	return result.kind === 'compared' ? comparisonLines(result, names, columns) : notComparedLines(result, columns);
}
