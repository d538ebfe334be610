import {expect, test} from 'vitest';
import type {Message} from '../../../source/tui/shared/message.ts';
import {layOutMany, layOutObject} from '../../../source/tui/shared/question-layout.ts';

const lines = (...texts: readonly string[]): Message[] => texts.map(text => ({tone: 'plain', text}));
const question = {
	asked: lines('Delete 1?'),
	object: lines('Treasury', 'E-mail …'),
	status: [],
	consequences: lines('u recreates it.'),
};

test('the details are below the question if three lines of them fit; otherwise all but what is asked scrolls', () => {
	expect(layOutObject(question, 4, 8)).toMatchObject({
		head: lines('Delete 1?', 'Treasury', 'E-mail …', 'u recreates it.'),
		scrolled: [],
		required: 0,
		height: 3,
		count: 4,
		hasGap: true,
	});
	expect(layOutObject(question, 4, 7)).toMatchObject({
		head: question.asked,
		scrolled: lines('Treasury', 'E-mail …', 'u recreates it.'),
		required: 3,
		height: 6,
		count: 7,
		hasGap: false,
	});
	expect(layOutObject(question, 0, 4)).toMatchObject({head: {length: 4}, required: 0, count: 0});
	expect(layOutObject(question, 0, 3)).toMatchObject({head: question.asked, required: 3, height: 2});
});

test('in few lines what happened is the first thing below what is asked', () => {
	const failed = {...question, status: lines('✗ The service failed.')};
	expect(layOutObject(failed, 4, 20).head.map(({text}) => text)).toStrictEqual([
		'Delete 1?',
		'Treasury',
		'E-mail …',
		'✗ The service failed.',
		'u recreates it.',
	]);
	expect(layOutObject(failed, 4, 3)).toMatchObject({
		head: question.asked,
		scrolled: lines('✗ The service failed.', 'Treasury', 'E-mail …', 'u recreates it.'),
		required: 4,
		height: 2,
	});
});

test('what is asked stays if it leaves a line below it, and scrolls with the rest otherwise', () => {
	expect(layOutObject(question, 4, 2)).toMatchObject({head: question.asked, required: 3, height: 1, missing: 0});
	const long = {...question, asked: lines('Delete', '1?'), status: lines('✗ It failed.')};
	expect(layOutObject(long, 4, 2)).toMatchObject({
		head: [],
		scrolled: lines('✗ It failed.', 'Delete', '1?', 'Treasury', 'E-mail …', 'u recreates it.'),
		required: 6,
		height: 2,
		missing: 0,
	});
	// In one line it can be neither read nor answered.
	expect(layOutObject(question, 4, 1)).toMatchObject({height: 0, missing: 1});
});

const many = {
	asked: lines('Delete 40?'),
	summary: [{label: 'by user', text: 'a 40'}],
	consequences: lines('u recreates them.'),
	count: 40,
};

test('the counts are above the notifications if three of these fit; otherwise they scroll, and the consequences stay', () => {
	expect(layOutMany(many, 7)).toMatchObject({
		head: many.asked,
		summary: many.summary,
		foot: many.consequences,
		scrolled: [],
		height: 3,
		count: 40,
		missing: 0,
	});
	expect(layOutMany(many, 6)).toMatchObject({
		head: lines('Delete 40?', 'u recreates them.'),
		summary: [],
		foot: [],
		scrolled: lines(' by user      a 40'),
		required: 0,
		height: 4,
		count: 41,
		missing: 0,
	});
	expect(layOutMany({...many, count: 1}, 5).scrolled).toEqual([]);
	expect(layOutMany(many, 1)).toMatchObject({height: 0, missing: 1});
});

test('consequences that leave no line below them scroll above the counts, and have to be read', () => {
	const long = {...many, consequences: lines('u recreates them.', 'Their IDs are new.', 'Two lose a template.')};
	expect(layOutMany(long, 5)).toMatchObject({
		head: lines('Delete 40?', 'u recreates them.', 'Their IDs are new.', 'Two lose a template.'),
		scrolled: lines(' by user      a 40'),
		required: 0,
		height: 1,
	});
	expect(layOutMany(long, 4)).toMatchObject({
		head: many.asked,
		scrolled: lines('u recreates them.', 'Their IDs are new.', 'Two lose a template.', ' by user      a 40'),
		required: 3,
		height: 3,
		count: 44,
		missing: 0,
	});
});

test('the command scrolls below the counts, and does not have to be read', () => {
	expect(layOutMany({...many, command: lines('chainbell delete …')}, 7)).toMatchObject({
		scrolled: lines(' by user      a 40', 'chainbell delete …'),
		required: 0,
		count: 42,
	});
});
