import {createContext, use} from 'react';

const ThemeContext = createContext(0);

/** Provides the version of the theme to the components below it. */
export const ThemeProvider = ThemeContext.Provider;

/** Redraws a component when the theme changes. Needed by components with `memo` that read styles of the theme. */
export function useThemeChanges(): void {
	use(ThemeContext);
}
