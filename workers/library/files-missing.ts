import {Unavailable} from '#shared/errors.ts';

/** The option of a run that drops missing files however many they are. */
export const acceptMissing = 'acceptMissing';

const code = 'files_missing';

export function isFilesMissing(error: unknown): boolean {
	return error instanceof Unavailable && error.code === code;
}

/** So many files are missing at once that their disk is probably not there. */
export function filesMissing({root, missing, total}: {root: string; missing: number; total: number}): Unavailable {
	return new Unavailable(
		code,
		`At least ${missing} of ${total} files below ${root} are missing, so nothing is dropped. Check its disks; if the files were really deleted, run the task with the option ${acceptMissing}.`,
	);
}
