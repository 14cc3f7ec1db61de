/** Bytes of the headers of a log and of each page in it, see https://www.sqlite.org/fileformat.html#walformat. */
const logHeader = 32;
const frameHeader = 24;
const magic = 0x377f_0682;

/**
 * A database of SQLite with what its log (`-wal`) has in addition, up to the last whole transaction, as SQLite itself
 * would read both. The database as it is when the log belongs to another one or is empty.
 */
export function mergeLog(database: Buffer, log: Buffer, maxBytes: number): Buffer {
	const mark = log.length > logHeader ? log.readUInt32BE(0) : 0;
	const pageBytes = log.length > logHeader ? log.readUInt32BE(8) : 0;
	const isLog = mark >>> 1 === magic >>> 1 && pageBytes >= 512 && pageBytes <= 65_536;
	if (!isLog) {
		return database;
	}
	const sumOf = createSum((mark & 1) === 1);
	let sum = sumOf([0, 0], log.subarray(0, 24));
	const salts = log.subarray(16, 24);
	const committed = new Map<number, Buffer>();
	let [pending, pages] = [new Map<number, Buffer>(), 0];
	if (isSum(log, 24, sum)) {
		for (let at = logHeader; at + frameHeader + pageBytes <= log.length; at += frameHeader + pageBytes) {
			const page = log.subarray(at + frameHeader, at + frameHeader + pageBytes);
			sum = sumOf(sumOf(sum, log.subarray(at, at + 8)), page);
			// What follows is left over from before the last checkpoint.
			if (!log.subarray(at + 8, at + 16).equals(salts) || !isSum(log, at + 16, sum)) {
				break;
			}
			pending.set(log.readUInt32BE(at), page);
			const pagesAfterCommit = log.readUInt32BE(at + 4);
			if (pagesAfterCommit > 0) {
				for (const [number, content] of pending) {
					committed.set(number, content);
				}
				[pending, pages] = [new Map(), pagesAfterCommit];
			}
		}
	}
	return pages === 0 || pages * pageBytes > maxBytes ? database : withPages(database, committed, pages * pageBytes);
}

function withPages(database: Buffer, pages: ReadonlyMap<number, Buffer>, bytes: number): Buffer {
	const merged = Buffer.alloc(bytes);
	database.copy(merged, 0, 0, bytes);
	for (const [number, content] of pages) {
		const at = (number - 1) * content.length;
		if (number > 0 && at + content.length <= bytes) {
			content.copy(merged, at);
		}
	}
	return merged;
}

type Sum = [number, number];

const isSum = (log: Buffer, at: number, [one, other]: Sum) => log.readUInt32BE(at) === one && log.readUInt32BE(at + 4) === other;

/** The checksum of the format, which the machine that writes the log counts in its own order of bytes. */
function createSum(isBigEndian: boolean): (before: Sum, bytes: Buffer) => Sum {
	const read = (bytes: Buffer, at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
	return ([first, second], bytes) => {
		let [one, other] = [first, second];
		for (let at = 0; at + 8 <= bytes.length; at += 8) {
			one = (one + read(bytes, at) + other) >>> 0;
			other = (other + read(bytes, at + 4) + one) >>> 0;
		}
		return [one, other];
	};
}
