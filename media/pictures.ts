import {accountPictures} from './account-pictures.ts';
import {changePictures} from './change-pictures.ts';
import {formPictures} from './form-pictures.ts';
import {listPictures} from './list-pictures.ts';
import type {ScreenPicture} from './screen-picture.ts';

/** The screens of docs/guide.md. */
export const pictures: readonly ScreenPicture[] = [
	...listPictures,
	...formPictures,
	...changePictures,
	...accountPictures,
	{
		name: 'connect',
		title: 'Connecting',
		columns: 100,
		rows: 18,
		args: [],
		async open(terminal) {
			await terminal.waitFor('as issued by the provider');
		},
	},
];
