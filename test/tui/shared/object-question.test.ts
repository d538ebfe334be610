import {expect, test} from 'vitest';
import type {Message} from '../../../source/tui/shared/message.ts';
import {layOutObject} from '../../../source/tui/shared/object-question.tsx';
import {layOutMany} from '../../../source/tui/shared/many-question.tsx';

const lines = (...texts: readonly string[]): Message[] => texts.map(text => ({tone: 'plain', text}));
const details = ['a', 'b', 'c', 'd'].map(text => ({label: '', text}));
const question = {lines: lines('Delete 1?', 'Treasury', 'E-mail …', 'u recreates it.'), asked: lines('Delete 1?'), rest: lines('Treasury', 'E-mail …', 'u recreates it.')};

test('the details are below the question if three lines of them fit; otherwise all but what is asked scrolls', () => {
	expect(layOutObject(question, details, 8)).toMatchObject({fixed: question.lines, scrolled: [], height: 3, count: 4, hasGap: true});
	expect(layOutObject(question, details, 7)).toMatchObject({fixed: lines('Delete 1?'), scrolled: lines('Treasury', 'E-mail …', 'u recreates it.'), height: 6, count: 7, hasGap: false});
	expect(layOutObject(question, [], 4)).toMatchObject({fixed: question.lines, count: 0});
});

const many = {asked: lines('Delete 40?'), summary: [{label: 'by user', text: 'a 40'}], consequences: lines('u recreates them.'), count: 40};

test('the counts are above the notifications if three of these fit; otherwise they scroll, and the consequences stay', () => {
	expect(layOutMany(many, 7)).toMatchObject({asked: many.asked, summary: many.summary, consequences: many.consequences, scrolled: [], height: 3, count: 40, isShown: true});
	expect(layOutMany(many, 6)).toMatchObject({asked: lines('Delete 40?', 'u recreates them.'), summary: [], scrolled: lines(' by user      a 40'), height: 4, count: 41, isShown: true});
	expect(layOutMany({...many, count: 1}, 5).scrolled).toEqual([]);
	// The line on which the number is typed needs its own.
	expect(layOutMany({...many, asked: many.asked.slice(0, 1)}, 1)).toMatchObject({height: 0, isShown: false, missing: 1});
	expect(layOutMany(many, 1)).toMatchObject({isShown: false});
});

test('consequences that leave no line below them scroll above the counts', () => {
	const long = {...many, consequences: lines('u recreates them.', 'Their IDs are new.', 'Two lose a template.')};
	expect(layOutMany(long, 5)).toMatchObject({asked: lines('Delete 40?', 'u recreates them.', 'Their IDs are new.', 'Two lose a template.'), scrolled: lines(' by user      a 40'), height: 1});
	expect(layOutMany(long, 4)).toMatchObject({asked: many.asked, scrolled: lines('u recreates them.', 'Their IDs are new.', 'Two lose a template.', ' by user      a 40'), height: 3, count: 44, isShown: true});
});
