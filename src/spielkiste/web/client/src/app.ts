import { beginPage } from "./page";

beginPage();
