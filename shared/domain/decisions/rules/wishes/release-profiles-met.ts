import {rejected} from '../../rejections.ts';
import {hasTerm} from '../../release-profile.ts';
import type {Rule} from '../../rule.ts';

const none: ReadonlySet<string> = new Set();

export const releaseProfilesMet: Rule = ({release: {title}, matchedTerms = none}, {releaseProfiles = []}) => {
	const has = (term: string) => hasTerm(title, term, matchedTerms);
	for (const {name, enabled, mustContain, mustNotContain} of releaseProfiles) {
		if (!enabled) {
			continue;
		}

		if (mustContain.length > 0 && !mustContain.some(has)) {
			return rejected(`Release profile ${name} asks for one of: ${mustContain.join(', ')}`);
		}

		const unwanted = mustNotContain.find(has);
		if (unwanted !== undefined) {
			return rejected(`Release profile ${name} wants nothing with: ${unwanted}`);
		}
	}

	return null;
};
