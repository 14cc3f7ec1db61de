import type {Rule} from '../rule.ts';

export const formatScoreMet: Rule = ({formatScore}, {profile}) => {
	if (formatScore >= profile.minFormatScore) {
		return null;
	}

	const detail = `Format score ${formatScore} is below the minimum ${profile.minFormatScore} of profile ${profile.name}`;
	return {reason: 'Custom format cut-off unmet', detail, temporary: false};
};
