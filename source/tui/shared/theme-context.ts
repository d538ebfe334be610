import {createContext, use} from 'react';

const ThemeContext = createContext(0);

/** Provides the version of the theme to the components below it. */
export const ThemeProvider = ThemeContext.Provider;

/** The version of the theme, with which a component is drawn anew. Needed by components with `memo` that read styles of the theme. */
export const useThemeChanges = (): number => use(ThemeContext);
