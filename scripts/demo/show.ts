import type {ReleaseReply} from './replies.ts';

const megabyte = 1024 * 1024;
const barWidth = 30;

export function showSize(bytes: number): string {
	return `${(bytes / megabyte).toFixed(bytes < 10 * megabyte ? 1 : 0)} MB`;
}

/** `[#####.....]  50 %  20 of 40 MB, 00:00:03 left` */
export function showProgress({size, sizeleft, timeleft}: {size: number; sizeleft: number; timeleft: string | null}): string {
	const share = size > 0 ? Math.min(1, Math.max(0, 1 - sizeleft / size)) : 0;
	const full = Math.round(share * barWidth);
	const left = timeleft ? `, ${timeleft} left` : '';
	const done = `${showSize(size - sizeleft)} of ${showSize(size)}`;
	return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${String(Math.floor(share * 100)).padStart(3)} %  ${done}${left}`;
}

/** One line per release, in aligned columns; rejected releases show the reason. */
export function showReleases(releases: readonly ReleaseReply[]): string[] {
	return toColumns([
		['release', 'size', 'seeders', 'quality', 'judgement'],
		...releases.map(({title, size, seeders, quality, ...judged}) => [
			title,
			showSize(size),
			String(seeders ?? '?'),
			quality.quality,
			judged.approved ? 'approved' : `rejected: ${whyNot(judged)}`,
		]),
	]);
}

function whyNot({rejections, rejectionDetails}: Pick<ReleaseReply, 'rejections' | 'rejectionDetails'>): string {
	const details = rejectionDetails.map(({reason, detail}) => (reason === 'Release rejected' ? detail : reason));
	return [...new Set(details.length > 0 ? details : rejections)].join('; ');
}

/** Pads every column except the last to its widest cell. */
function toColumns(rows: string[][]): string[] {
	const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map(row => (row[column] ?? '').length)));
	return rows.map(row => row.map((cell, column) => (column < row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell)).join('  '));
}
