import {inMegabytes} from '../../../quality/size-limits.ts';
import {rejectedForNow} from '../../rejections.ts';
import type {Rule} from '../../rule.ts';

/**
 * A download that cannot be imported only fills another disk. The rejection is temporary, because
 * somebody may free space.
 */
export const enoughSpace: Rule = ({release: {size}}, {freeBytes = null}) =>
	freeBytes !== null && size > freeBytes
		? rejectedForNow(
				`${inMegabytes(size)} do not fit into the ${inMegabytes(Math.max(freeBytes, 0))} that the disk of the library has to spare`,
			)
		: null;
