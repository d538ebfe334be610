import {Buffer} from 'node:buffer';
import {deflateSync} from 'node:zlib';
import {expect, test} from 'vitest';
import {adler32} from '../../source/platform/adler-32.ts';

test.each([0, 1, 2599, 2600, 2601, 100_000])(
	'the checksum of %i bytes is the one that zlib writes behind them',
	length => {
		const bytes = Buffer.alloc(length, 'ÿþý\u0000 chainbell');
		expect(adler32(bytes)).toBe(deflateSync(bytes).readUInt32BE(deflateSync(bytes).length - 4));
	},
);
