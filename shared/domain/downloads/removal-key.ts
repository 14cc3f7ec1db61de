/** The lease under which a download is removed from its client. */
export function removalKey(downloadClientId: string, downloadId: string): string {
	return `removal-${downloadClientId}-${downloadId.toLowerCase()}`;
}
