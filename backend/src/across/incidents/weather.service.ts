import { WeatherReading } from '@courtly/contracts/incidents';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { CONFIG, type Config } from '../../config.js';

const TIMEOUT_MS = 3_000;

/** The format of Open-Meteo's forecast, which other services offer too. */
const HourlyForecast = z.object({
  hourly: z.object({
    time: z.array(z.string()).min(1),
    temperature_2m: z.array(z.number().nullable()).optional(),
    precipitation: z.array(z.number().nullable()).optional(),
    weather_code: z.array(z.number().nullable()).optional(),
  }),
});

type CourtHour = Readonly<{ latitude: number; longitude: number; startTime: string }>;

/** `2027-03-13T18:00`, the start of the UTC hour. */
const utcHour = (instant: string): string => `${instant.slice(0, 13)}:00`;

/** Queries the weather service at `WEATHER_URL`, if there is one. */
@Injectable()
export class Weather {
  private readonly logger = new Logger('weather');

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Null without a service or a response, because a claim must not depend on it. */
  async readingOf(courtHour: CourtHour, readAt: string): Promise<WeatherReading | null> {
    const { WEATHER_URL } = this.config;
    if (!WEATHER_URL) return null;
    try {
      const response = await fetch(forecastUrl(WEATHER_URL, courtHour), {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`the service responded with ${response.status}`);
      const { hourly } = HourlyForecast.parse(await response.json());
      return {
        source: new URL(WEATHER_URL).hostname,
        readAt,
        temperatureCelsius: hourly.temperature_2m?.[0] ?? null,
        rainMillimeters: hourly.precipitation?.[0] ?? null,
        weatherCode: hourly.weather_code?.[0] ?? null,
      };
    } catch (error) {
      this.logger.warn(`Could not get a weather reading: ${String(error)}`);
      return null;
    }
  }
}

const forecastUrl = (weatherUrl: string, { latitude, longitude, startTime }: CourtHour): URL => {
  const url = new URL(weatherUrl);
  const hour = utcHour(startTime);
  const parameters = {
    latitude: latitude.toFixed(2),
    longitude: longitude.toFixed(2),
    hourly: 'temperature_2m,precipitation,weather_code',
    timezone: 'GMT',
    start_hour: hour,
    end_hour: hour,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
};
