/** The reason why a file cannot be read, to complete the sentence "… cannot be read: …". Sanitise it before showing it. */
export function readingProblem(error: unknown): string {
	switch ((error as NodeJS.ErrnoException).code ?? '') {
		case 'ENOENT':
		case 'ENOTDIR': {
			return 'there is no such file';
		}

		case 'EACCES':
		case 'EPERM': {
			return 'permission denied';
		}

		case 'ELOOP': {
			return 'its symbolic links lead in a circle';
		}

		case 'ENAMETOOLONG': {
			return 'its name is too long';
		}

		// Node refuses a name with a NUL byte, which no file can have.
		case 'ERR_INVALID_ARG_VALUE': {
			return 'there is no such file';
		}

		// Opening a socket fails with this code.
		case 'ENXIO': {
			return 'it is not a regular file';
		}

		default: {
			return error instanceof Error ? error.message : String(error);
		}
	}
}
