/** So many files, and more than this part of all, are not missing one by one: their disk is. */
const usual = 10;
const usualPart = 0.2;

/** Whether more files are missing than people and programs delete between two scans. */
export function areManyMissing(missing: number, total: number): boolean {
	return missing > usual && missing > total * usualPart;
}
