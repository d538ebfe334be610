import process from 'node:process';

/** By what V8 multiplies the size of its young generation when much of it survives, unless a flag says otherwise. */
const usualFactor = 2;

/**
Keeps V8's young generation as small as it is until the end of the block, and with it the memory at the peak: what survives is moved to the old generation sooner. Takes up to a third more processor time.

V8 reads this flag whenever the young generation could grow, so that it can be set at any time.
*/
export function keepYoungGenerationSmall(): Disposable {
	const {setFlagsFromString} = process.getBuiltinModule('node:v8');
	const setFactor = (factor: number) => {
		setFlagsFromString(`--semi-space-growth-factor=${factor}`);
	};

	setFactor(1);
	return {
		[Symbol.dispose]() {
			setFactor(usualFactor);
		},
	};
}
