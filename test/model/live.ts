import {rmSync} from 'node:fs';
import path from 'node:path';
import type {Decision, Pending} from '../door.ts';
import {settlingTime} from '../helpers/model-service/arbitraries.ts';
import {createModelService} from '../helpers/model-service/model.ts';
import type {ModelServer} from '../helpers/model-service/server.ts';
import {createHome, type Home} from './home.ts';
import {judge, judgeBesides} from './judge.ts';
import {judgeClaims} from './judge-claims.ts';
import {contents, type Life, type Step} from './life.ts';
import {isBeyondProof, isLate, type Violation} from './record.ts';

/** How a life went. */
export type Outcome = {
	readonly violations: readonly Violation[];
	/** Everything that happened, a line each, with its time in milliseconds. */
	readonly trace: readonly string[];
};

/** Where lives take place. */
export type Place = {
	readonly server: ModelServer;
	/** For ledgers. */
	readonly folder: string;
};

/** How often the operator decides about what is still pending when the service has come to rest. */
const lastRounds = 6;

/** After so many of these rounds, each choice was taken once. */
const choices = 2;

let count = 0;

/** Lives a life, and judges it. */
export async function live({server, folder: parent}: Place, {character, existing, steps}: Life): Promise<Outcome> {
	const trace: string[] = [];
	const model = createModelService({
		character,
		existing: Array.from({length: existing}, (_, index) => contents[index % contents.length]!),
		onEvent(line) {
			trace.push(line);
		},
	});
	count++;
	const folder = path.join(parent, `life-${count}`);
	const isMisled = steps.some(({listings}) =>
		listings.some(({answer, omits}) => answer === 'empty' || omits !== undefined),
	);
	const homes: readonly Home[] = ['', 'second home: ']
		.slice(0, steps.some(({isSecondHome}) => isSecondHome) ? 2 : 1)
		.map((name, index) =>
			createHome({
				model,
				server,
				folder: path.join(folder, String(index)),
				isMisled,
				isTaken: request => homes.some(({recorder}) => recorder.life.senders.has(request)),
				note(line) {
					trace.push(`${String(model.now()).padStart(7)}  * ${name}${line}`);
				},
			}),
		);
	const homeOf = ({isSecondHome = false}: Step) => homes[isSecondHome ? 1 : 0]!;

	const takeStep = async (step: Step, onRequest?: (requests: number) => Promise<void>) => {
		model.advance(step.pause);
		const home = homeOf(step);
		home.prepare(step, onRequest);
		for (const {after, event} of step.outside) {
			model.schedule(after, event);
		}

		const {act, killAt} = step;
		await home.perform(
			killAt === undefined ? act : `${act}, to be killed at step ${killAt}`,
			async account => home.operator.act(account, step),
			killAt,
		);
	};

	/** Takes all steps; one that begins during the one before it, while that waits for an answer. */
	const takeSteps = async () => {
		const taken = new Set<Step>();
		for (const [index, step] of steps.entries()) {
			const next = steps[index + 1];
			const meanwhile = next?.during !== undefined && homeOf(next) !== homeOf(step) ? next : undefined;
			if (!taken.has(step)) {
				await takeStep(
					step,
					meanwhile &&
						(async requests => {
							if (requests === meanwhile.during) {
								taken.add(meanwhile);
								await takeStep(meanwhile);
							}
						}),
				);
			}
		}
	};

	const decideAll = async (home: Home, act: Decision) => {
		await home.perform('refresh', home.operator.refresh);
		for (const pending of home.account().pending()) {
			for (const one of [pending, ...home.account().openItems(pending)]) {
				await home.perform(`${act} ${nameOf(one)}`, async account =>
					home.operator.settle(account, one, {act, isBold: false}),
				);
			}
		}
	};

	const pending = (invariant: 'choice' | 'rest') =>
		homes
			.flatMap(home => home.account().pending())
			.map((one): Violation => ({
				invariant,
				what: `${nameOf(one)} is still pending: ${one.change?.state ?? ''} ${one.change?.detail ?? ''}`,
			}));

	/** Nothing goes wrong any more: listings and the operators settle what is pending. */
	const comeToRest = async () => {
		const afterChoices: Violation[] = [];
		for (const home of homes) {
			home.note('nothing goes wrong from here on');
			home.prepare({writes: [], listings: []});
		}

		// Where effects are late, listings are read before them, too.
		for (const until = model.settledAt(); isLate(homes[0]!.recorder.life) && model.now() < until;) {
			for (const home of homes) {
				await home.perform('refresh', home.operator.refresh);
			}

			model.advance(settlingTime / 2);
		}

		model.advance(Math.max(0, model.settledAt() - model.now()));
		for (const home of homes) {
			await home.perform('refresh', home.operator.refresh);
		}

		for (
			let round = 0;
			round < lastRounds && (pending('rest').length > 0 || (isBeyondProof(homes[0]!.recorder.life) && round < choices));
			round++
		) {
			for (const home of homes) {
				await decideAll(home, round % 2 === 0 ? 'finish' : 'roll back');
			}

			model.advance(settlingTime);
			afterChoices.push(...(round === choices - 1 ? pending('choice') : []));
		}

		model.advance(Math.max(0, model.settledAt() - model.now()));
		for (const home of homes) {
			home.recorder.takeChanges(home.account().changes());
		}

		return [...afterChoices, ...pending('rest')];
	};

	try {
		for (const home of homes) {
			// Screens and commands list the account before anything is changed.
			home.prepare({writes: [], listings: []});
			await home.perform('refresh', home.operator.refresh);
		}

		await takeSteps();
		const atRest = await comeToRest();
		return {
			violations: [
				...atRest,
				...homes.flatMap(({recorder: {violations, life}}) => [
					...violations,
					...judge(life),
					...judgeBesides(life),
					...judgeClaims(life),
				]),
			],
			trace,
		};
	} finally {
		for (const home of homes) {
			home.account().close();
		}

		rmSync(folder, {recursive: true, force: true});
	}
}

const nameOf = ({change, set}: Pending) =>
	change === undefined ? `batch ${set}` : `operation ${change.id} (${change.kind})`;
