/** Sends spans to an OpenTelemetry collector. What that takes is not even loaded without its address. */
export async function sendSpans(collector: string | null, source: string): Promise<{close(): Promise<void>}> {
	if (collector === null) {
		return {close: async () => {}};
	}
	const {exportSpans} = await import('./open-telemetry.ts');
	return exportSpans(collector, source);
}
