import {accountPictures} from './account-pictures.ts';
import {changePictures} from './change-pictures.ts';
import {formPictures} from './form-pictures.ts';
import {listPictures} from './list-pictures.ts';
import type {ScreenPicture} from './screen-picture.ts';

/** The screens to show, in the order of docs/screens.md. */
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
		text: 'Without a profile, the base URL and the API key are asked for, checked, and saved if a profile is named.',
		async open(terminal) {
			await terminal.waitFor('as issued by the provider');
		},
	},
];

/** The text of docs/screens.md. */
export function screensPage(): string {
	return [
		'# Screens\n\nThis page and its pictures are written by `npm run docs` (`media/pictures.ts`): each is a run of the program on the samples of the sandbox. How many keys the tasks of an operator take is in [keys of ten tasks](decisions/keys-of-ten-tasks.md).\n',
		...pictures.map(({name, title, text}) => `## ${title}\n\n${text}\n\n![${title}](../media/${name}.svg)\n`),
	].join('\n');
}
