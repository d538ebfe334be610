/** The colours of a terminal. */
export type Palette = {
	readonly name: string;
	readonly background: string;
	readonly foreground: string;
	/** The 16 ANSI colours, in the order of `ansiNames`. */
	readonly ansi: readonly string[];
};

/** The names of the 16 ANSI colours, as chalk has them. */
export const ansiNames: readonly string[] = ['', 'Bright'].flatMap(end =>
	['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'].map(name => `${name}${end}`),
);

const palette = (name: string, background: string, foreground: string, ansi: string): Palette => ({
	name,
	background: `#${background}`,
	foreground: `#${foreground}`,
	ansi: ansi.split(' ').map(colour => `#${colour}`),
});

/** The default palettes of terminals, and palettes that many people set. */
export const palettes: Readonly<Record<'dark' | 'light', readonly Palette[]>> = {
	dark: [
		palette(
			'xterm',
			'000000',
			'e5e5e5',
			'000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff',
		),
		palette(
			'VSCode dark',
			'1e1e1e',
			'cccccc',
			'000000 cd3131 0dbc79 e5e510 2472c8 bc3fbc 11a8cd e5e5e5 666666 f14c4c 23d18b f5f543 3b8eea d670d6 29b8db e5e5e5',
		),
		palette(
			'WinTerm Campbell',
			'0c0c0c',
			'cccccc',
			'0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2',
		),
		palette(
			'GNOME',
			'171421',
			'd0cfcc',
			'171421 c01c28 26a269 a2734c 12488b a347ba 2aa1b3 d0cfcc 5e5c64 f66151 33da7a e9ad0c 2a7bde c061cb 33c7de ffffff',
		),
		palette(
			'Solarized dark',
			'002b36',
			'839496',
			'073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5 002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3',
		),
		palette(
			'Gruvbox dark',
			'282828',
			'ebdbb2',
			'282828 cc241d 98971a d79921 458588 b16286 689d6a a89984 928374 fb4934 b8bb26 fabd2f 83a598 d3869b 8ec07c ebdbb2',
		),
		palette(
			'Dracula',
			'282a36',
			'f8f8f2',
			'21222c ff5555 50fa7b f1fa8c bd93f9 ff79c6 8be9fd f8f8f2 6272a4 ff6e6e 69ff94 ffffa5 d6acff ff92df a4ffff ffffff',
		),
		palette(
			'Nord',
			'2e3440',
			'd8dee9',
			'3b4252 bf616a a3be8c ebcb8b 81a1c1 b48ead 88c0d0 e5e9f0 4c566a bf616a a3be8c ebcb8b 81a1c1 b48ead 8fbcbb eceff4',
		),
		palette(
			'Catppuccin mocha',
			'1e1e2e',
			'cdd6f4',
			'45475a f38ba8 a6e3a1 f9e2af 89b4fa f5c2e7 94e2d5 bac2de 585b70 f38ba8 a6e3a1 f9e2af 89b4fa f5c2e7 94e2d5 a6adc8',
		),
	],
	light: [
		palette(
			'xterm white',
			'ffffff',
			'000000',
			'000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff',
		),
		palette(
			'VSCode light',
			'ffffff',
			'333333',
			'000000 cd3131 00bc00 949800 0451a5 bc05bc 0598bc 555555 666666 cd3131 14ce14 b5ba00 0451a5 bc05bc 0598bc a5a5a5',
		),
		palette(
			'macOS Basic',
			'ffffff',
			'000000',
			'000000 c23621 25bc24 adad27 492ee1 d338d3 33bbc8 cbcccd 818383 fc391f 31e722 eaec23 5833ff f935f8 14f0f0 e9ebeb',
		),
		palette(
			'Solarized light',
			'fdf6e3',
			'657b83',
			'073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5 002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3',
		),
		palette(
			'Gruvbox light',
			'fbf1c7',
			'3c3836',
			'fbf1c7 cc241d 98971a d79921 458588 b16286 689d6a 7c6f64 928374 9d0006 79740e b57614 076678 8f3f71 427b58 3c3836',
		),
		palette(
			'GitHub light',
			'ffffff',
			'1f2328',
			'24292f cf222e 116329 4d2d00 0969da 8250df 1b7c83 6e7781 57606a a40e26 1a7f37 633c01 218bff a475f9 3192aa 8c959f',
		),
	],
};
