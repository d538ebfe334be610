import {createContext, use} from 'react';

const ThemeContext = createContext(0);

/** Tells the components below it the version of the theme. */
export const ThemeProvider = ThemeContext.Provider;

/** Draws a component again when the theme changes: one with `memo` that reads styles of the theme. */
export function useThemeChanges(): void {
	use(ThemeContext);
}
