/** Nothing listens there: what does not belong to a visit, and so has no proxy of its own, leads nowhere. */
const nowhere = 'http://127.0.0.1:9';

/** Nothing that a page starts may pass our proxy by, and nothing of the browser's own may look like a machine. */
export function browserArguments(userAgent: string): string[] {
	return [
		// Chromium refuses to run as root with its sandbox, which root in a container has instead.
		...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
		`--user-agent=${userAgent}`,
		'--window-size=1280,900',
		'--lang=en-US',
		'--disable-blink-features=AutomationControlled',
		`--proxy-server=${nowhere}`,
		// Names are looked up by our proxy alone.
		'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
		'--disable-quic',
		'--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
		'--webrtc-ip-handling-policy=disable_non_proxied_udp',
		'--dns-prefetch-disable',
		'--no-pings',
		'--disable-component-update',
		'--disable-domain-reliability',
		'--disable-gpu',
		'--disable-print-preview',
		'--deny-permission-prompts',
		'--autoplay-policy=user-gesture-required',
		'--js-flags=--max-old-space-size=512',
		'--disable-features=WebTransport,WebBluetooth,WebUSB,DnsOverHttps,AsyncDns,NetworkPrediction,Prerender2',
	];
}

const passedOn = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'DISPLAY', 'XAUTHORITY', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE'];

/** Ours holds addresses and keys of databases, which no browser needs to know. What it writes goes with its profile. */
export function browserEnvironment(env: NodeJS.ProcessEnv, profile: string): Record<string, string> {
	const known = passedOn.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]] as const]));
	return {...Object.fromEntries(known), HOME: profile, KINOTEKA_BROWSER: profile};
}
