import Stripe from 'stripe';
import type { ApiResponse, StripeInProcess } from '@courtly/standin-stripe/in-process';

class InProcessResponse extends Stripe.HttpClientResponse {
  constructor(private readonly response: NonNullable<ApiResponse>) {
    super(response.status, response.headers);
  }

  override getRawResponse() {
    return this.response;
  }

  override toStream(onEnd: () => void) {
    onEnd();
    return this.response.body;
  }

  override async toJSON() {
    return JSON.parse(this.response.body) as unknown;
  }
}

class InProcessHttpClient extends Stripe.HttpClient {
  constructor(private readonly stripe: StripeInProcess) {
    super();
  }

  override getClientName() {
    return 'in-process';
  }

  override async makeRequest(
    _host: string,
    _port: string,
    path: string,
    method: string,
    headers: object,
    requestData: string,
  ) {
    const [pathname = '', query = ''] = path.split('?');
    const response = await this.stripe.respond({
      method,
      path: pathname,
      form: method === 'POST' ? requestData : query,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
    });
    return new InProcessResponse(response!);
  }
}

/** The official client, connected to a stand-in of Stripe in this process. */
export const stripeClientOf = (stripe: StripeInProcess, key: string): Stripe =>
  new Stripe(key, {
    httpClient: new InProcessHttpClient(stripe),
    maxNetworkRetries: 0,
    telemetry: false,
  });
