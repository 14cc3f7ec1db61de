import {isTopQuality} from '../../quality/profiles.ts';
import {rejectedForNow} from '../rejections.ts';
import type {Rule} from '../rule.ts';

const millisecondsPerMinute = 60_000;

/** The delay lets a better release or the preferred protocol turn up first. */
export const delayOver: Rule = ({release: {protocol, publishDate}, quality}, {settings: {delay, preferredProtocol}, profile, now}) => {
	const minutes = delay.minutes[protocol];
	const ageMinutes = Math.floor((Number(now) - Number(publishDate)) / millisecondsPerMinute);
	if (minutes <= 0 || ageMinutes >= minutes) {
		return null;
	}

	const isPreferred = preferredProtocol === null || preferredProtocol === protocol;
	if (delay.bypassIfTopQuality && isPreferred && isTopQuality(profile, quality.name)) {
		return null;
	}

	return rejectedForNow(`Waits ${minutes - ageMinutes} more of the ${minutes} minutes that ${protocol} releases are delayed`);
};
