import {isForeignCorrection, whyNoUpgrade} from '../../quality/upgrade.ts';
import {toCopy} from '../candidate.ts';
import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

/** A pack must be better than every file it would replace. */
export const isUpgrade: Rule = (candidate, {files, profile}) => {
	for (const file of files) {
		const why = whyNoUpgrade(profile, file, toCopy(candidate));
		if (why) {
			return rejected(`Not an upgrade: ${why}`);
		}

		if (candidate.parsed?.quality.repack && isForeignCorrection(file, toCopy(candidate))) {
			return rejected(`Not an upgrade: a repack answers to its own group's release, the file is of ${file.group ?? 'an unknown group'}`);
		}
	}

	return null;
};
