import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

const millisecondsPerDay = 86_400_000;

/** Only Usenet deletes old articles. An old torrent with seeders is as good as a new one. */
export const withinRetention: Rule = ({release: {protocol, publishDate}}, {settings: {retentionDays}, now}) => {
	const ageDays = Math.floor((Number(now) - Number(publishDate)) / millisecondsPerDay);
	if (protocol !== 'usenet' || retentionDays <= 0 || ageDays <= retentionDays) {
		return null;
	}

	return rejected(`${ageDays} days old, retention is ${retentionDays} days`);
};
