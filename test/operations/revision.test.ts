import {describe, expect, test} from 'vitest';
import type {ListedRecord} from '../../source/domain/notification.ts';
import {judgeEnd, type Contradiction} from '../../source/operations/revision.ts';
import type {Operation, RequestEntry} from '../../source/storage/journal/operation.ts';
import {momentAt, recordOf, sightingAt} from '../helpers/sightings.ts';
import {deleteAt, input, judgeContext, operationWith, postAt, settlingTime, snapshotWith, startedAt} from './evidence-cases.ts';

const sent = startedAt + 100_000;
const later = sent + (3 * settlingTime);

/** A listed notification with the content that was sent. */
const same = (id: string): ListedRecord => {
	const {template: _template, topics: _topics, ...fields} = input;
	return recordOf(id, fields);
};

const old = recordOf('1', snapshotWith('Old').input);
const ok = (target: string) => postAt(sent, {outcome: 'ok', status: 201, target});

type Case = {readonly operation: Partial<Operation>; readonly requests: readonly RequestEntry[]; readonly listed?: readonly ListedRecord[]; readonly at?: number};

const judge = ({operation, requests, listed = [], at = later}: Case): Contradiction => judgeEnd(judgeContext(), operationWith(operation), requests, sightingAt(at, listed));

const deletion = {kind: 'delete', input: undefined, snapshot: snapshotWith('Old')} as const;
const edit = {kind: 'replace', snapshot: snapshotWith('Old')} as const;

describe('what a later listing contradicts is said', () => {
	test.each<[string, Case, Contradiction]>([
		['a deletion that is listed again', {operation: {...deletion, state: 'done'}, requests: [deleteAt(sent, {outcome: 'ok'})], listed: [old]}, {state: 'failed', detail: 'It counted as deleted, but is listed again.'}],
		['the old notification of an edit, too', {operation: {...edit, state: 'done', newId: '7'}, requests: [ok('7'), deleteAt(sent)], listed: [old, same('7')]}, {state: 'failed', detail: 'It counted as replaced, but 1 is listed again beside 7. Delete the one that is not wanted.'}],
		['also where the new one is no longer listed', {operation: {...edit, state: 'done', newId: '7'}, requests: [ok('7'), deleteAt(sent)], listed: [old]}, {state: 'failed', detail: 'It counted as replaced, but 1 is listed again.'}],
		['a deletion that counted as kept and took effect later', {operation: {...deletion, state: 'failed', missingSince: momentAt(later - 2000)}, requests: [deleteAt(sent)]}, {state: 'done', detail: 'It counted as not deleted, but is no longer listed.'}],
		['an edit that was rolled back and whose old notification vanished later', {operation: {...edit, state: 'rolled-back', newId: '7', missingSince: momentAt(later - 2000)}, requests: [ok('7'), deleteAt(sent), deleteAt(sent, {target: '7', outcome: 'ok'})]}, {detail: 'It counted as kept, but 1 is no longer listed. Undo creates it again.'}],
		['a creation that took effect later, and that the answer named', {operation: {state: 'failed'}, requests: [ok('7')], listed: [same('7')]}, {state: 'done', newId: '7', detail: 'It counted as not created, but is listed as 7.'}],
		['one that no answer named may be somebody else\'s', {operation: {state: 'failed'}, requests: [postAt(sent)], listed: [same('7')]}, {detail: 'It counted as not created, but 7 with this content is listed. Delete it if it is not wanted.'}],
		['one that may be it, where nothing could be checked before', {operation: {state: 'failed', knownIds: ['']}, requests: [postAt(sent)], listed: [same('7')]}, {detail: 'It counted as not created, but 7 with this content is listed. Delete it if it is not wanted.'}],
		['several that may be it', {operation: {state: 'failed'}, requests: [postAt(sent)], listed: [same('7'), same('8')]}, {detail: 'It counted as not created, but 7, 8 with this content are listed. Delete what is not wanted.'}],
		['a second one, if the answer named one of them', {operation: {state: 'failed'}, requests: [ok('7')], listed: [same('7'), same('8')]}, {detail: 'It counted as not created, but 7, 8 with this content are listed. Delete what is not wanted.'}],
		['one that was overwritten later', {operation: {state: 'failed', overwritten: {...snapshotWith('Other'), id: '3'}}, requests: [ok('3')], listed: [same('3')]}, {detail: 'It counted as not created, but overwrote 3. Undo creates what 3 was again.', overwritten: {...snapshotWith('Other'), id: '3'}}],
		['one that is listed beside one that may have been overwritten', {operation: {state: 'failed', overwritten: {...snapshotWith('Other'), id: '3'}}, requests: [postAt(sent)], listed: [same('3'), same('7')]}, {detail: 'It counted as not created, but 7 with this content is listed. Delete it if it is not wanted. If 3 has changed, the service overwrote it.', overwritten: {...snapshotWith('Other'), id: '3'}}],
		['a DELETE that was answered with 404 and took effect later', {operation: {...edit, state: 'rolled-back', newId: '7', missingSince: momentAt(later - 2000)}, requests: [ok('7'), deleteAt(sent, {outcome: 'rejected', status: 404})]}, {detail: 'It counted as kept, but 1 is no longer listed.'}],
		['an edit whose creation took effect later: both exist', {operation: {...edit, state: 'failed'}, requests: [ok('7')], listed: [old, same('7')]}, {detail: 'It counted as not created, but 7 with this content is listed beside 1. Delete the one that is not wanted.'}],
		['a roll back whose DELETE had no effect', {operation: {state: 'rolled-back', newId: '7'}, requests: [ok('7'), deleteAt(sent, {target: '7', outcome: 'ok'})], listed: [same('7')]}, {detail: 'It counted as rolled back, but 7 is listed again. Delete it if it is not wanted.'}],
		['and one that sent no DELETE, because two listings left the new one out', {operation: {...edit, state: 'rolled-back', newId: '7'}, requests: [ok('7')], listed: [old, same('7')]}, {detail: 'It counted as rolled back, but 7 is listed again. Delete it if it is not wanted.'}],
	])('%s', (_name, given, found) => {
		expect(judge(given)).toStrictEqual(found);
	});
});

describe('nothing is contradicted', () => {
	test.each<[string, Case, Contradiction]>([
		['by what is missing in one listing: a second one decides', {operation: {...deletion, state: 'failed'}, requests: [deleteAt(sent)]}, 'missing'],
		['nor by a second one that follows too soon', {operation: {...deletion, state: 'failed', missingSince: momentAt(later - 1999)}, requests: [deleteAt(sent)]}, 'missing'],
		['while the DELETE can still take effect', {operation: {...deletion, state: 'done'}, requests: [deleteAt(later - 1, {outcome: 'ok'})], listed: [old]}, undefined],
		['by another notification with the same ID', {operation: {...deletion, state: 'done'}, requests: [deleteAt(sent, {outcome: 'ok'})], listed: [recordOf('1', {...input, name: 'Another'})]}, undefined],
		['where nothing that was sent could take effect', {operation: {...deletion, state: 'failed'}, requests: [deleteAt(sent, {outcome: 'rejected', status: 403})]}, undefined],
		['which you stopped following', {operation: {state: 'failed', detail: 'You stopped following it; what was sent may still take effect.'}, requests: [postAt(sent)], listed: [same('7')]}, undefined],
		['that was said when it ended', {operation: {state: 'failed', detail: 'The service overwrote 3 instead of creating a notification.', overwritten: {...snapshotWith('Other'), id: '3'}}, requests: [ok('3')], listed: [same('3')]}, undefined],
		['by what was there before', {operation: {state: 'failed', knownIds: ['7']}, requests: [postAt(sent)], listed: [same('7')]}, undefined],
		['where it is as it ended', {operation: {...edit, state: 'rolled-back', newId: '7'}, requests: [ok('7'), deleteAt(sent, {target: '7', outcome: 'ok'})], listed: [old]}, undefined],
	])('%s', (_name, given, found) => {
		expect(judge(given)).toStrictEqual(found);
	});
});
