import {dayMs} from '../../durations.ts';
import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

/** Only Usenet deletes old articles. An old torrent with seeders is as good as a new one. */
export const withinRetention: Rule = ({release: {protocol, publishDate}}, {settings: {retentionDays}, now}) => {
	const ageDays = Math.floor((Number(now) - Number(publishDate)) / dayMs);
	if (protocol !== 'usenet' || retentionDays <= 0 || ageDays <= retentionDays) {
		return null;
	}

	return rejected(`${ageDays} days old, retention is ${retentionDays} days`);
};
